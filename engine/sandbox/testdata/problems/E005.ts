const alu = import('./alu')
