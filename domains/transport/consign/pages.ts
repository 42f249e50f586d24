import { type Page, page, unlisted } from '#kit/shared/pages.ts'

/** Consignment notes. Warehouse §5.7. */
export const consignPages: readonly Page[] = [
  page('wts.consignmentNote', '托运单', '/wts/consignmentNote', () => import('./ConsignList.tsx'), {
    sort: 58,
    behind: [unlisted('admin:wts:consignmentNote:info', '托运单详情', '/wts/consignmentNote/info/:id', () => import('./ConsignInfo.tsx'))],
  }),
]
