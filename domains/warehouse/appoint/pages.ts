import { type Page, page, unlisted } from '#kit/shared/pages.ts'

const APPOINT = '/wts/purchaseAppointment'
const appointForm = () => import('./AppointForm.tsx')

/** Goods that are expected, and the vehicles that bring them. Warehouse §5.10. */
export const appointPages: readonly Page[] = [
  page('wts.purchaseAppointment', '采购预约', APPOINT, () => import('./AppointPage.tsx'), {
    sort: 50,
    behind: [
      page('wts.purchaseAppointment.add', '新增采购预约', `${APPOINT}/add`, appointForm, {
        adds: 'admin:wts:purchaseAppointment:save',
      }),
      page('wts.purchaseAppointment.edit', '编辑采购预约', `${APPOINT}/add/:id`, appointForm),
      page('wts.purchaseAppointment.info', '采购预约详情', `${APPOINT}/info/:id`, () => import('./AppointInfo.tsx')),
      unlisted('admin:wts:purchaseAppointment:info', '打印采购预约', `${APPOINT}/print/:idList`, () => import('./AppointPrint.tsx')),
    ],
  }),
]
