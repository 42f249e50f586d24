/** What screens of rooms above show of the warehouse. Doors §3. */
export { DeliverySheet } from './delivery/DeliverySheet.tsx'
/** What they bring to handhelds. Warehouse §7. */
export { BoxJob } from './scan/BoxJob.tsx'
export { Chooser, JobReading, useScannedNumber } from './scan/Chooser.tsx'
export { declareScanJob } from './scan/scanJobs.web.ts'
