import { handOver } from './bootstrap.mjs'

handOver(import.meta.url)
