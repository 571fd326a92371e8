circuit('Top', { state: { n: [1, 2, 3] } })
