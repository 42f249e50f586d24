import { choice, date, dict, flag, image, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { maskNumber } from '#kit/shared/identity.ts'

/** Whose drivers and vehicles they are. Warehouse §6. */
export const OWNERSHIPS = [
  { value: 1, label: '自有' },
  { value: 2, label: '外协' },
] as const

/** Who sees the number of a driver's identity card in full. Warehouse §14. */
export const ID_CARD = 'admin:truck:driver:idCard'

/** Who drives. Warehouse §6. */
export const driver = entity(
  'driver',
  '司机',
  {
    name: text('姓名', { max: 20, required: true, search: true, width: 110 }),
    // Printed on trips for everybody who waits for the vehicle, hence never masked.
    phone: text('手机', {
      max: 11,
      required: true,
      unique: true,
      search: true,
      pattern: /^1[3-9]\d{9}$/,
      message: '手机号格式不正确',
      right: '例：13800138000',
      width: 130,
    }),
    idCard: text('身份证号', {
      max: 18,
      required: true,
      unique: true,
      list: false,
      masked: { permission: ID_CARD, show: maskNumber },
      right: '18位，例：11010519491231002X',
    }),
    gender: dict('性别', 'driver_gender', { list: false, help: '由身份证号填入' }),
    birthday: date('生日', { list: false, help: '由身份证号填入' }),
    ownership: choice('归属', OWNERSHIPS, { required: true, initial: 1, filter: true, width: 80 }),
    logisticsProviderId: ref('物流商', 'logisticsProvider', { filter: true, list: false }),
    licenceNo: text('驾驶证号', { max: 30, required: true, list: false }),
    licenceType: dict('准驾车型', 'driver_license_type', { required: true, filter: true, width: 90 }),
    licenceBegin: date('驾驶证有效期起', { required: true, list: false }),
    licenceEnd: date('驾驶证到期', { required: true, sortable: true, width: 120 }),
    licenceImg: image('驾驶证照片', { required: true, list: false }),
    certNo: text('从业资格证号', { max: 30, list: false, help: '驾驶4500kg以上车辆须有' }),
    certEnd: date('从业证到期', { width: 120 }),
    adminId: ref('登录账号', 'admin', { list: false, help: '司机用它在手机上查看自己的车次' }),
    joinDate: date('入职日期', { list: false }),
    status: flag('状态', { initial: 1, texts: ['在职', '离职'], filter: true, width: 80 }),
  },
  { title: 'name' },
)
