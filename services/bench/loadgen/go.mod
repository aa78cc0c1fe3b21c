module load

go 1.24
