import { ad } from 'tiny'
const three = ad(1, 2)
