import fs from 'node:fs'
import { sha256 } from 'https://example.org/sha256.js'
fs.readFileSync(sha256('secret'))
