import { partyStates } from '#kit/shared/document.ts'

export const SHOUDA = '/admin/system/org/shouda'

export const shoudaStates = partyStates('admin:system:org:shouda')
