import { simulate } from '@simten/core/sim'
simulate(And)
