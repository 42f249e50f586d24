import { TeamOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import { idsOf } from '#kit/fields/refs/web.tsx'
import { ariaOf, type InputProps, placeholderOf } from '#kit/web/fieldUi.ts'
import { RefSelect } from '#kit/web/RefSelect.tsx'
import { rememberNames, useRefNames } from '#kit/web/refs.ts'
import { pickStaff } from './pickStaff.tsx'

/** Chooses members of staff: by typing a name, or out of the departments. */
export function StaffInput(props: InputProps) {
  const { field, value, onChange, id, disabled } = props
  const many = field.many ?? false
  const chosen = idsOf(value).filter((one) => one !== 0)
  const names = useRefNames('admin', chosen)
  const give = (ids: readonly number[]) => onChange(many ? ids.join(',') : (ids[0] ?? field.initial ?? null))
  const pick = async () => {
    const value = names.map(({ value: id, label }) => ({ id, realName: label }))
    const rows = await pickStaff({ value, multiple: many })
    if (rows === null) return
    rememberNames(
      'admin',
      rows.map((row) => ({ value: row.id, label: row.realName })),
    )
    give(rows.map((row) => row.id))
  }
  return (
    <Space.Compact block>
      <RefSelect
        {...ariaOf(props)}
        many={many}
        field={field}
        value={chosen}
        id={id}
        disabled={disabled}
        placeholder={placeholderOf(props, '请选择')}
        onChange={give}
      />
      <Button
        icon={<TeamOutlined />}
        aria-label={`选择${field.label}`}
        title={`选择${field.label}`}
        disabled={disabled}
        onClick={() => void pick()}
      />
    </Space.Compact>
  )
}
