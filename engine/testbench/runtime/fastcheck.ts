// fast-check, set up so that a run can be repeated: one seed for all properties unless a property has its own.

import host from 'simten:host'
import * as fc from 'fast-check'
import { report } from './property.ts'

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: host.seed, reporter: report })

export * from 'fast-check'
export { default } from 'fast-check'
