// The server alone, as `npm run dev` restarts it.
import { main } from '#app/server.ts'

await main()
