// npm run bench: what architecture §9 promises, measured.
import '../bench/run.ts'
