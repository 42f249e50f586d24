import { CloseOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Card, Flex, Form, Input, Space, Tag } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { confirm } from '#kit/web/confirm.tsx'
import { Dialog } from '#kit/web/Dialog.tsx'
import { LEAVE } from '#kit/web/form/useForm.ts'
import { openDialog } from '#kit/web/host.tsx'
import { CallError } from '#kit/web/request.ts'
import { toastError, toastWarning } from '#kit/web/toast.ts'
import { change } from '#kit/web/useCall.ts'
import { ruleCalls } from './rule.calls.ts'
import { rule } from './rule.entity.ts'
import {
  addRuleLine,
  addRuleValues,
  moveRuleValue,
  RULE_NAME_MAX,
  RULE_NO_NAME,
  RULE_NO_VALUE,
  type RuleLine,
  readRuleValue,
} from './rule.rules.ts'

/** A stored template, as the list has it. */
interface StoredRule {
  id: number
  version: number
  ruleName: string
  ruleValue: string
}

/** A press on 确定 counts once in this time, whatever comes of it. */
const LOCKED_MS = 1200

/** 属性规格: a new template, or a stored one; true when it was saved. Catalog §3.6. */
export function openRule(stored: StoredRule | null): Promise<boolean> {
  return openDialog<boolean>((close) => <RuleDialog stored={stored} onClose={close} />)
}

const linesOf = (stored: StoredRule | null): RuleLine[] => {
  const read = readRuleValue(stored?.ruleValue ?? '[]')
  return 'value' in read ? read.value : []
}

interface RuleDialogProps {
  stored: StoredRule | null
  onClose(saved: boolean): void
}

function RuleDialog({ stored, onClose }: RuleDialogProps) {
  const [name, setName] = useState(stored?.ruleName ?? '')
  const [lines, setLines] = useState(() => linesOf(stored))
  const [touched, setTouched] = useState(false)
  const [error, setError] = useState('')
  const [locked, setLocked] = useState(false)
  const [saving, setSaving] = useState(false)

  const edit = (next: RuleLine[]) => {
    setLines(next)
    setTouched(true)
  }
  const give = async () => {
    setLocked(true)
    setTimeout(() => setLocked(false), LOCKED_MS)
    const named = rule.shape.ruleName.schema.safeParse(name)
    const read = readRuleValue(lines)
    if (!named.success) setError(named.error.issues[0]?.message ?? '')
    else if ('reason' in read) toastWarning(read.reason)
    else await save({ ruleName: named.data, ruleValue: JSON.stringify(lines) })
  }
  const save = async (values: { ruleName: string; ruleValue: string }) => {
    setSaving(true)
    try {
      const options = { quiet: true, success: '提交成功' }
      if (stored === null) await change(ruleCalls.save, values, options)
      else await change(ruleCalls.update, { ...values, id: stored.id, version: stored.version }, options)
      onClose(true)
    } catch (cause) {
      if (!(cause instanceof CallError)) return
      const at = cause.fields.find(({ field }) => field === 'ruleName')
      if (at === undefined) toastError(cause.message)
      else setError(at.message)
    } finally {
      setSaving(false)
    }
  }
  const leave = async () => {
    if (!touched || (await confirm(LEAVE))) onClose(false)
  }

  return (
    <Dialog
      title="属性规格"
      width={720}
      okText="确定"
      cancelText="取消"
      confirmLoading={saving}
      okButtonProps={{ disabled: locked }}
      onOk={() => void give()}
      onCancel={() => void leave()}
    >
      <Form component={false} layout="vertical">
        <Form.Item
          label="规格名称"
          htmlFor="ruleName"
          required
          validateStatus={error === '' ? '' : 'error'}
          help={error === '' ? undefined : error}
        >
          <Input
            id="ruleName"
            value={name}
            maxLength={RULE_NAME_MAX}
            showCount
            autoFocus
            placeholder="如 服装尺码"
            aria-invalid={error !== ''}
            onChange={(event) => {
              setName(event.target.value)
              setError('')
              setTouched(true)
            }}
          />
        </Form.Item>
      </Form>
      {lines.length === 0 && <p className="k-hint">还没有属性规格，请在下方新增，如 颜色：红色、白色</p>}
      {lines.map((line) => (
        <LineEditor
          key={line.value}
          line={line}
          onChange={(detail) => edit(lines.map((one) => (one === line ? { ...one, detail } : one)))}
          onRemove={() => edit(lines.filter((one) => one !== line))}
        />
      ))}
      <NewLine onAdd={(value, first) => edit(addRuleLine(lines, value, first))} />
    </Dialog>
  )
}

interface LineEditorProps {
  line: RuleLine
  onChange(detail: string[]): void
  onRemove(): void
}

/** A specification and its values; values are dragged, or moved with the arrow keys, into their order. */
function LineEditor({ line, onChange, onRemove }: LineEditorProps) {
  const [typed, setTyped] = useState('')
  const [dragged, setDragged] = useState<number | null>(null)
  const { detail } = line
  const add = () => {
    if (typed.trim() === '') {
      toastWarning(RULE_NO_VALUE)
      return
    }
    onChange(addRuleValues(detail, typed))
    setTyped('')
  }
  const steer = (event: KeyboardEvent, at: number) => {
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
    if (event.key === 'Delete') onChange(detail.filter((_, index) => index !== at))
    if (by === 0 || detail[at + by] === undefined) return
    event.preventDefault()
    onChange(moveRuleValue(detail, at, at + by))
  }
  return (
    <Card
      size="small"
      title={line.value}
      style={{ marginBottom: 12 }}
      extra={
        <Button
          type="text"
          size="small"
          danger
          icon={<DeleteOutlined />}
          aria-label={`删除规格${line.value}`}
          onClick={onRemove}
        />
      }
    >
      <Flex wrap gap={8} align="center">
        {detail.map((value, index) => (
          <Tag
            key={value}
            className="k-drag"
            tabIndex={0}
            title="拖动或按方向键调整顺序"
            aria-label={`${value}，第${index + 1}个，按左右方向键调整顺序，Delete 键删除`}
            draggable
            closeIcon={<CloseOutlined aria-label={`删除${value}`} />}
            onClose={(event) => {
              event.preventDefault()
              onChange(detail.filter((one) => one !== value))
            }}
            onKeyDown={(event) => steer(event, index)}
            onDragStart={() => setDragged(index)}
            onDragOver={(event) => event.preventDefault()}
            onDragEnter={() => {
              if (dragged === null || dragged === index) return
              onChange(moveRuleValue(detail, dragged, index))
              setDragged(index)
            }}
            onDragEnd={() => setDragged(null)}
          >
            {value}
          </Tag>
        ))}
        <Space.Compact size="small" style={{ width: 220 }}>
          <Input
            value={typed}
            placeholder="输入后回车"
            aria-label={`${line.value}的属性`}
            onChange={(event) => setTyped(event.target.value)}
            onPressEnter={add}
          />
          <Button onClick={add}>新增</Button>
        </Space.Compact>
      </Flex>
    </Card>
  )
}

function NewLine({ onAdd }: { onAdd(name: string, value: string): void }) {
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  const [value, setValue] = useState('')
  const done = () => {
    setName('')
    setValue('')
    setOpen(false)
  }
  const add = () => {
    if (name.trim() === '' || value.trim() === '') {
      toastWarning(RULE_NO_NAME)
      return
    }
    onAdd(name, value)
    done()
  }
  if (!open)
    return (
      <Button type="dashed" icon={<PlusOutlined />} onClick={() => setOpen(true)}>
        新增新规格
      </Button>
    )
  return (
    <Form component={false} layout="vertical">
      <Card size="small" title="新规格">
        <Form.Item label="规格" htmlFor="newRuleLine">
          <Input
            id="newRuleLine"
            value={name}
            maxLength={RULE_NAME_MAX}
            autoFocus
            placeholder="如 颜色"
            onChange={(event) => setName(event.target.value)}
            onPressEnter={add}
          />
        </Form.Item>
        <Form.Item label="规格值" htmlFor="newRuleValue" extra="多个值用逗号分隔">
          <Input
            id="newRuleValue"
            value={value}
            placeholder="如 红色"
            onChange={(event) => setValue(event.target.value)}
            onPressEnter={add}
          />
        </Form.Item>
        <Space>
          <Button type="primary" onClick={add}>
            确定
          </Button>
          <Button onClick={done}>取消</Button>
        </Space>
      </Card>
    </Form>
  )
}
