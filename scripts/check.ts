// npm run check: everything that can be checked without running the product.
import { runChecks } from './steps.ts'

if ((await runChecks()).includes(false)) process.exitCode = 1
