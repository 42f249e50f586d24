import { Button, Input, Space } from 'antd'
import { useState } from 'react'
import { Dialog } from '#kit/web/Dialog.tsx'
import { ariaOf, type InputProps, textOf } from '#kit/web/fieldUi.ts'
import { openDialog } from '#kit/web/host.tsx'
import { icons, NamedIcon } from '#kit/web/shell/icons.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { toastInfo } from '#kit/web/toast.ts'
import '../access.css'

const WIDTH = 640

/** Opens 菜单图标; the name of the chosen icon, or null (and 已取消). Platform §5.1. */
async function pickIcon(value: string): Promise<string | null> {
  const name = await openDialog<string | null>((close) => <IconPicker value={value} onClose={close} />)
  if (name === null) toastInfo('已取消')
  return name
}

const short = (name: string) => name.replace(/Outlined$/, '')

function IconPicker({ value, onClose }: { value: string; onClose(name: string | null): void }) {
  const [words, setWords] = useState('')
  const sought = words.trim().toLowerCase()
  const names = [...icons.keys()].filter((name) => name.toLowerCase().includes(sought))
  return (
    <Dialog
      title="菜单图标"
      width={WIDTH}
      footer={<Button onClick={() => onClose(null)}>取消</Button>}
      onCancel={() => onClose(null)}
    >
      <Input
        allowClear
        autoFocus
        value={words}
        aria-label="图标名称"
        placeholder="搜索图标名称"
        style={{ marginBottom: 12 }}
        onChange={(event) => setWords(event.target.value)}
      />
      {names.length === 0 ? (
        <Empty text="没有匹配的图标" />
      ) : (
        <div className="acc-icons">
          {names.map((name) => (
            <button
              key={name}
              type="button"
              className="acc-icon"
              aria-pressed={name === value}
              title={name}
              onClick={() => onClose(name)}
            >
              <NamedIcon name={name} />
              <span>{short(name)}</span>
            </button>
          ))}
        </div>
      )}
    </Dialog>
  )
}

/** The icon of a menu node. */
export function IconInput(props: InputProps) {
  const { id, value, disabled, onChange } = props
  const name = textOf(value)
  const choose = async () => {
    const chosen = await pickIcon(name)
    if (chosen !== null) onChange(chosen)
  }
  return (
    <Space.Compact block>
      <Button
        {...ariaOf(props)}
        id={id}
        disabled={disabled}
        icon={<NamedIcon name={name} />}
        style={{ flex: 1 }}
        onClick={() => void choose()}
      >
        {name === '' ? '选择图标' : short(name)}
      </Button>
      {name !== '' && (
        <Button disabled={disabled} onClick={() => onChange('')}>
          清除
        </Button>
      )}
    </Space.Compact>
  )
}
