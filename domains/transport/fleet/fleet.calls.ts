import { choice, flag } from '#kit/fields/shared.ts'
import { get, idAnswer, idField, idsField, listAnswer, listInput, post, rowsOf } from '#kit/shared/call.ts'
import { declareMaster } from '#kit/shared/declareMaster.ts'
import { countOf, fieldOf } from '#kit/shared/join.ts'
import { driver } from './driver.entity.ts'
import { CAR_STATES, truckCar } from './truckCar.entity.ts'
import { truckModel } from './truckModel.entity.ts'
import { truckUpkeep } from './truckUpkeep.entity.ts'

/** One of its papers ends within thirty days, or has ended. */
const expiring = flag('证件即将到期')

/** Warehouse §6. */
export const truckModelMaster = declareMaster(truckModel, {
  path: '/admin/truck/truckModel',
  menu: 'truck.truckModel',
  list: { carCount: countOf(truckCar, 'truckModelId', '车辆数') },
  importing: {
    key: 'code',
    examples: {
      code: 'XH42',
      name: '4.2米厢式货车',
      bodyType: '厢式',
      length: '4.2',
      width: '1.9',
      height: '2',
      loadWeight: '1500',
      licenceTypes: 'C1',
      tempZones: '常温',
    },
    notes: ['容积留空按长×宽×高的九成'],
  },
})

export const driverMaster = declareMaster(driver, {
  path: '/admin/truck/driver',
  menu: 'truck.driver',
  list: { carCount: countOf(truckCar, 'defaultDriverId', '负责车辆') },
  filters: { expiring },
  importing: {
    key: 'phone',
    examples: {
      name: '陈师傅',
      phone: '13800138000',
      idCard: '11010519491231002X',
      ownership: '自有',
      licenceType: 'B2',
      licenceBegin: '2020-01-01',
      licenceEnd: '2030-01-01',
    },
    notes: ['性别和生日由身份证号填入'],
  },
})

const CAR = '/admin/truck/truckCar'
/** What a person sets; 出车中 follows from trips. */
const settable = choice(
  '状态',
  CAR_STATES.filter((one) => one.label !== '出车中'),
  { required: true },
)

export const truckCarMaster = declareMaster(truckCar, {
  path: CAR,
  menu: 'truck.truckCar',
  list: {
    loadWeight: fieldOf('truckModelId', truckModel, 'loadWeight'),
    loadVolume: fieldOf('truckModelId', truckModel, 'loadVolume'),
  },
  filters: { expiring },
  without: ['status'],
  calls: {
    setStatus: post(`${CAR}/update/status/:id`, {
      title: '设置车辆状态',
      input: { id: idField(), status: settable },
    }),
  },
  importing: {
    key: 'plateNo',
    examples: {
      plateNo: '闽A12345',
      truckModelId: '4.2米厢式货车',
      ownership: '自有',
      insuranceEnd: '2027-06-30',
      inspectionEnd: '2027-03-31',
      mileage: '12500',
    },
  },
})

const upkeepRow = rowsOf(truckUpkeep)
/** What was done to vehicles. Warehouse §6 infoTruckCar. */
export const upkeepCalls = {
  list: get(`${CAR}/upkeep/list`, {
    title: '车辆维保记录',
    input: listInput(truckUpkeep),
    answer: listAnswer(upkeepRow),
  }),
  save: post(`${CAR}/upkeep/save`, {
    title: '登记维保',
    input: { ...truckUpkeep.shape, truckCarId: idField('车辆') },
    answer: idAnswer,
  }),
  remove: post(`${CAR}/upkeep/delete/:id`, { title: '删除维保记录', input: { id: idsField() } }),
}
