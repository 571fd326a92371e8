const huge = 1n << (1n << 62n)
