import fc from 'fast-check'
fc.assert(true)
