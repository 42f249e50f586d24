// npm run check: everything that can be checked without running the product.
import { CHECKS, runStep } from './steps.ts'

const results = CHECKS.map(runStep)
if (results.includes(false)) process.exitCode = 1
