const letters = /[\w--[a-z]]/v
