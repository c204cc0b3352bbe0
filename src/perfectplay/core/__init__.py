"""What all other folders share: errors, values, arrays, arguments, progress, interrupts."""
