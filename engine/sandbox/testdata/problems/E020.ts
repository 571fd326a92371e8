const widths = [8, 16]
if (widths.length !== 3) throw new Error('three widths expected')
