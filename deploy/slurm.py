"""Solve a game by jobs of SLURM: pip install dask-jobqueue 'perfectplay[cluster]', then

python deploy/slurm.py GAME FOLDER JOBS

Run it where sbatch works, with GAME and FOLDER on a file system that all nodes share. It may be
stopped at any time, and so may jobs: the same command continues. Your partition and account are
those of Dask's configuration (https://jobqueue.dask.org), or arguments below.
"""

from __future__ import annotations

import sys

from dask_jobqueue import SLURMCluster

from perfectplay import solve
from perfectplay.registry.address import load_game


def main(address: str, folder: str, jobs: int) -> None:
    """One worker process in each job: its threads share the tables of the tiers above."""
    with SLURMCluster(cores=16, processes=1, memory="64GB", walltime="04:00:00") as cluster:
        cluster.scale(jobs=jobs)
        with cluster.get_client() as client:
            print(solve(load_game(address), folder=folder, executor=client.get_executor()))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
