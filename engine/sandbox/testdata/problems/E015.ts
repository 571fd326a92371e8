// the lock says that tiny@1.0.0 had other bytes
import { add } from 'tiny'
const three = add(1, 2)
