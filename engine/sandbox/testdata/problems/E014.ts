import { add } from 'no-such-package'
const three = add(1, 2)
