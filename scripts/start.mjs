import { handOver } from './bootstrap.mjs'
import { heapOptions } from './heap.mjs'

handOver(import.meta.url, heapOptions())
