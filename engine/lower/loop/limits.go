package loop

const maxRounds = 20_000 // of one loop

// maxDepending is of a while loop, after tests that depend on values: for what takes longer, compiled code is hardly
// faster than the function, and for what would end but is not seen to end, the wait for nothing is short.
const maxDepending = 500

const briefRounds = 40 // of one that becomes long, at least

const briefOps = 4000
