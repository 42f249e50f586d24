import { ArrowDownOutlined, ArrowUpOutlined, SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover } from 'antd'
import { type ColumnChoice, ordered } from './columns.ts'

interface ColumnSettingsProps {
  columns: readonly { name: string; title: string }[]
  choice: ColumnChoice
  onChange(choice: ColumnChoice | null): void
}

/** 列设置: which columns are shown, in which order; remembered per person. */
export function ColumnSettings({ columns, choice, onChange }: ColumnSettingsProps) {
  const names = ordered(
    columns.map((column) => column.name),
    choice,
  )
  const show = (name: string, shown: boolean) =>
    onChange({
      order: names,
      hidden: shown ? choice.hidden.filter((one) => one !== name) : [...choice.hidden, name],
    })
  const move = (at: number, by: number) => {
    const next = [...names]
    const [moved] = next.splice(at, 1)
    if (moved === undefined) return
    next.splice(at + by, 0, moved)
    onChange({ order: next, hidden: choice.hidden })
  }
  const panel = (
    <div className="k-columns">
      {names.map((name, at) => {
        const title = columns.find((column) => column.name === name)?.title ?? name
        return (
          <div key={name} className="k-columns-line">
            <Checkbox
              checked={!choice.hidden.includes(name)}
              onChange={(event) => show(name, event.target.checked)}
            >
              {title}
            </Checkbox>
            <span>
              <Button
                type="text"
                size="small"
                icon={<ArrowUpOutlined />}
                aria-label={`${title}上移`}
                disabled={at === 0}
                onClick={() => move(at, -1)}
              />
              <Button
                type="text"
                size="small"
                icon={<ArrowDownOutlined />}
                aria-label={`${title}下移`}
                disabled={at === names.length - 1}
                onClick={() => move(at, 1)}
              />
            </span>
          </div>
        )
      })}
      <Button type="link" size="small" onClick={() => onChange(null)}>
        恢复默认
      </Button>
    </div>
  )
  return (
    <Popover trigger="click" placement="bottomRight" title="列设置" content={panel}>
      <Button icon={<SettingOutlined />} aria-label="列设置" title="列设置" />
    </Popover>
  )
}
