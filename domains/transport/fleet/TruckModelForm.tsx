import { useParams } from 'react-router'
import type { InputProps, WireRow } from '#kit/web/fieldUi.ts'
import { DictsInput } from '#kit/web/form/DictsInput.tsx'
import { FormPage } from '#kit/web/form/FormPage.tsx'
import { truckModelMaster } from './fleet.calls.ts'
import { modelFaults, proposedVolume } from './fleet.rules.ts'
import { truckModel } from './truckModel.entity.ts'

const GROUPS = [
  { title: '基本信息', fields: ['code', 'name', 'brand', 'bodyType', 'fuelType', 'costPerKm', 'status'] },
  { title: '货箱', fields: ['length', 'width', 'height', 'loadVolume', 'loadWeight', 'tempZones'] },
  { title: '司机', fields: ['licenceTypes'] },
]
const LicencesInput = (props: InputProps) => <DictsInput {...props} dict="driver_license_type" />
const INPUTS = { licenceTypes: { Input: LicencesInput } }
const INITIAL = { licenceTypes: ['C1'] }
const SIZES = ['length', 'width', 'height']

const check = (values: WireRow) =>
  Object.fromEntries(modelFaults(values).map(({ field, message }) => [field, message]))

/** Sizes propose what the body holds. */
const derive = (name: string, _value: unknown, values: WireRow) => {
  const volume = SIZES.includes(name) ? proposedVolume(values) : null
  return volume === null ? undefined : { loadVolume: volume }
}

/** 新增车型, 编辑车型. Warehouse §6. */
export default function TruckModelForm() {
  const { id } = useParams()
  return (
    <FormPage
      id={id === undefined ? null : Number(id)}
      of={truckModel}
      calls={truckModelMaster.calls}
      groups={GROUPS}
      inputs={INPUTS}
      initial={INITIAL}
      check={check}
      derive={derive}
      back="/truck/truckModel"
    />
  )
}
