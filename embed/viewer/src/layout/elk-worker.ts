// ELK's own worker: importing it in a worker makes it listen for messages.
import 'elkjs/lib/elk-worker.min.js'
