const width = await Promise.resolve(8)
