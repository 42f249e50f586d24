import type { RoomRoute } from '#kit/web/room.ts'
import company from './company/company.part.screens.tsx'
import level from './level/level.part.screens.tsx'
import partner from './partner/partner.part.screens.tsx'
import supplier from './supplier/supplier.part.screens.tsx'

/** The screens of the room, part by part. Catalog §1.3. */
const screens: readonly RoomRoute[] = [...company, ...partner, ...level, ...supplier]

export default screens
