// npm start: the product, with its web application built when its sources changed.
import { buildWeb } from './web-build.ts'

await buildWeb()
await import('./serve.ts')
