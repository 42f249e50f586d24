import { type Page, page, unlisted } from '#kit/shared/pages.ts'

const APPOINT = '/wts/purchaseAppointment'
const GATE = '/wts/appointmentRegister'
const FORECAST = '/wts/singleItemForecast'
const forecastForm = () => import('../forecast/ForecastForm.tsx')
const appointForm = () => import('./AppointForm.tsx')
const gateForm = () => import('./GateForm.tsx')

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
  page('wts.appointmentRegister', '预约登记', GATE, () => import('./GateList.tsx'), {
    sort: 48,
    behind: [
      page('wts.appointmentRegister.add', '新增预约登记', `${GATE}/add`, gateForm, {
        adds: 'admin:wts:appointmentRegister:save',
      }),
      page('wts.appointmentRegister.edit', '编辑预约登记', `${GATE}/add/:id`, gateForm),
      page('wts.appointmentRegister.info', '预约登记详情', `${GATE}/info/:id`, () => import('./GateInfo.tsx')),
      unlisted('admin:wts:appointmentRegister:list', '叫号看板', `${GATE}/board`, () => import('./GateBoard.tsx')),
      unlisted('admin:wts:appointmentRegister:info', '打印预约登记', `${GATE}/print/:idList`, () => import('./GatePrint.tsx')),
    ],
  }),
  page('wts.singleItemForecast', '单品预测', FORECAST, () => import('../forecast/ForecastList.tsx'), {
    sort: 46,
    behind: [
      page('wts.singleItemForecast.add', '新增单品预测', `${FORECAST}/add`, forecastForm, {
        adds: 'admin:wts:singleItemForecast:save',
      }),
      page('wts.singleItemForecast.edit', '编辑单品预测', `${FORECAST}/add/:id`, forecastForm),
      page('wts.singleItemForecast.info', '单品预测详情', `${FORECAST}/info/:id`, () => import('../forecast/ForecastInfo.tsx')),
    ],
  }),
]
