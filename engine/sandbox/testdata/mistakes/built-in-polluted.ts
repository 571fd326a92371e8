Object.prototype.polluted = 1
