import { useParams } from 'react-router'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { FormPage } from '#kit/web/form/FormPage.tsx'
import { driver } from './driver.entity.ts'
import { driverMaster } from './fleet.calls.ts'
import { driverFaults, OUTSIDE, ofCard } from './fleet.rules.ts'

const GROUPS = [
  {
    title: '基本信息',
    fields: ['name', 'phone', 'idCard', 'gender', 'birthday', 'ownership', 'logisticsProviderId', 'adminId'],
  },
  { title: '驾驶证', fields: ['licenceNo', 'licenceType', 'licenceBegin', 'licenceEnd', 'licenceImg'] },
  { title: '从业资格', fields: ['certNo', 'certEnd'] },
  { title: '在职', fields: ['joinDate', 'status'] },
]

const hidden = (name: string, values: WireRow): boolean =>
  name === 'logisticsProviderId' && values.ownership !== OUTSIDE
const check = (values: WireRow) =>
  Object.fromEntries(driverFaults(values).map(({ field, message }) => [field, message]))

/** The card tells gender and birthday; one's own drivers are of no carrier. */
const derive = (name: string, value: unknown) => {
  if (name === 'ownership' && value !== OUTSIDE) return { logisticsProviderId: null }
  return name === 'idCard' ? ofCard(value) : undefined
}

/** 新增司机, 编辑司机. Warehouse §6. */
export default function DriverForm() {
  const { id } = useParams()
  return (
    <FormPage
      id={id === undefined ? null : Number(id)}
      of={driver}
      calls={driverMaster.calls}
      groups={GROUPS}
      hidden={hidden}
      check={check}
      derive={derive}
      back="/truck/driver"
    />
  )
}
