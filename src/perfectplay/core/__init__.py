"""What all other folders share: errors, values, packed results, progress, interrupts."""
