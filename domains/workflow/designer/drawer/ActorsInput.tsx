import { Button, Input, Select, Space } from 'antd'
import { useId, useState } from 'react'
import { splitTokens } from './edit.ts'
import { useEditing, useItem } from './editing.ts'
import { actorsFault } from './faults.ts'
import type { Item } from './fields.ts'
import { Line, saidOf } from './Line.tsx'
import { TokenName } from './TokenName.tsx'
import { useDraft } from './useDraft.ts'

const KINDS = [
  ['user', '人员'],
  ['role', '角色'],
  ['dept', '部门'],
  ['post', '岗位'],
] as const

/** Participants as tokens: the applicant, people, roles, departments, posts, variables and expressions. Workflow §3.3. */
export function ActorsInput({ item }: { item: Item }) {
  const id = useId()
  const { host } = useEditing()
  const [stored, set] = useItem(item)
  const draft = useDraft(stored, set)
  const [plain, setPlain] = useState(false)
  const tokens = splitTokens(draft.text)
  const fault = actorsFault(tokens)
  const give = (next: readonly string[]) => {
    draft.type(splitTokens(next.join(',')).join(','))
    draft.flush()
  }
  const offered = KINDS.flatMap(([kind, label]) => {
    const pick = host.actors?.[kind]
    return pick === undefined ? [] : [{ label, pick }]
  })
  return (
    <Line id={id} label={item.label} help={plain ? '逗号分隔' : '可输入变量名或表达式'} fault={fault}>
      {plain ? (
        <Input.TextArea
          id={id}
          className="k-code"
          value={draft.text}
          autoSize={{ minRows: 1, maxRows: 6 }}
          maxLength={2000}
          {...saidOf(id, fault)}
          onChange={(event) => draft.type(event.target.value)}
          onBlur={draft.flush}
        />
      ) : (
        <Select<string[]>
          id={id}
          className="k-fill"
          mode="tags"
          placeholder="选择或输入，可多个"
          value={tokens}
          options={[{ value: 'applicant', label: '发起人' }]}
          labelRender={({ value }) => <TokenName token={String(value)} />}
          {...saidOf(id, fault)}
          onChange={give}
        />
      )}
      <Space size={[12, 0]} wrap className="wf-actors">
        {!plain &&
          offered.map(({ label, pick }) => (
            <Button
              key={label}
              type="link"
              size="small"
              className="k-link"
              onClick={async () => {
                const chosen = await pick()
                if (chosen !== null) give([...tokens, ...chosen.map((one) => one.value)])
              }}
            >
              选择{label}
            </Button>
          ))}
        <Button
          type="link"
          size="small"
          className="k-link"
          onClick={() => {
            draft.flush()
            setPlain(!plain)
          }}
        >
          {plain ? '按项编辑' : '按文本编辑'}
        </Button>
      </Space>
    </Line>
  )
}
