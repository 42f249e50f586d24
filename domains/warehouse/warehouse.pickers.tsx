/** What screens of rooms above show of the warehouse. Doors §3. */
export { DeliverySheet } from './delivery/DeliverySheet.tsx'
