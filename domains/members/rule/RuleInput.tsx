import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import type { InputProps } from '#kit/web/fieldUi.ts'
import { mayCall } from '#kit/web/session.ts'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { type ConditionOffer, tagCalls } from '../tag/tag.calls.ts'
import { ConditionLine } from './ConditionLine.tsx'
import { RulePreview } from './RulePreview.tsx'
import {
  conditionsIn,
  draftRule,
  isGroup,
  MOST_CONDITIONS,
  MOST_DEPTH,
  type RuleGroup,
} from './rule.rules.ts'
import './rule.css'

const MATCHES: { value: 'all' | 'any'; label: string }[] = [
  { value: 'all', label: '满足全部' },
  { value: 'any', label: '满足任一' },
]

const FRESH_MS = 300_000

const EMPTY: RuleGroup = { match: 'all', items: [] }
const BLANK = { field: '', op: 'eq', value: null } as const

/**
 * The rule builder: conditions on facts of users, in groups of which all or any hold. For fields of tags, messages, coupons,
 * surveys and pages (ruleField). Members §4.5.
 */
export function RuleInput(props: InputProps) {
  const { value, onChange, disabled = false, invalid = false } = props
  const { data: offers, error, refetch } = useCall(tagCalls.fields, {}, { quiet: true, fresh: FRESH_MS })
  if (offers === undefined)
    return error === null ? <Loading rows={3} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const rule = draftRule(value) ?? EMPTY
  const count = conditionsIn(rule).length
  return (
    <fieldset
      {...(props.id === undefined ? {} : { id: props.id })}
      {...(invalid && props.id !== undefined ? { 'aria-describedby': `${props.id}-help` } : {})}
      className="m-rule"
      aria-label={props.field.label}
    >
      <GroupInput
        group={rule}
        depth={1}
        full={count >= MOST_CONDITIONS}
        offers={offers}
        disabled={disabled}
        invalid={invalid}
        onChange={(next) => onChange(next.items.length === 0 ? null : next)}
      />
      {mayCall(tagCalls.preview) && count > 0 && <RulePreview rule={rule} />}
    </fieldset>
  )
}

interface GroupProps {
  group: RuleGroup
  depth: number
  full: boolean
  offers: readonly ConditionOffer[]
  disabled: boolean
  invalid?: boolean
  onChange(group: RuleGroup): void
  onRemove?: () => void
}

function GroupInput({
  group,
  depth,
  full,
  offers,
  disabled,
  invalid = false,
  onChange,
  onRemove,
}: GroupProps) {
  const { match, items } = group
  const set = (at: number, item: RuleGroup['items'][number] | null) =>
    onChange({
      match,
      items:
        item === null
          ? items.filter((_, index) => index !== at)
          : items.map((one, index) => (index === at ? item : one)),
    })
  const add = (item: RuleGroup['items'][number]) => onChange({ match, items: [...items, item] })
  return (
    <div className={invalid ? 'm-rule-group m-rule-wrong' : 'm-rule-group'}>
      <div className="m-rule-head">
        <Segmented<'all' | 'any'>
          aria-label="条件之间的关系"
          value={match}
          options={MATCHES}
          disabled={disabled}
          onChange={(next) => onChange({ match: next, items })}
        />
        <span className="k-hint">{items.length === 0 ? '还没有条件' : `${items.length}项`}</span>
        {onRemove !== undefined && (
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label="删除条件组"
            title="删除条件组"
            disabled={disabled}
            onClick={onRemove}
          />
        )}
      </div>
      {items.map((item, index) =>
        isGroup(item) ? (
          <GroupInput
            // Conditions have no names of their own; their place is what tells them apart.
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity
            key={index}
            group={item}
            depth={depth + 1}
            full={full}
            offers={offers}
            disabled={disabled}
            // An empty group inside would be refused: with its last condition it goes.
            onChange={(next) => set(index, next.items.length === 0 ? null : next)}
            onRemove={() => set(index, null)}
          />
        ) : (
          <ConditionLine
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity
            key={index}
            condition={item}
            offers={offers}
            disabled={disabled}
            onChange={(next) => set(index, next)}
            onRemove={() => set(index, null)}
          />
        ),
      )}
      <div className="m-rule-line">
        <Button
          type="dashed"
          icon={<PlusOutlined aria-hidden />}
          disabled={disabled || full}
          onClick={() => add(BLANK)}
        >
          新增条件
        </Button>
        {depth < MOST_DEPTH && (
          <Button
            type="link"
            disabled={disabled || full}
            onClick={() => add({ match: match === 'all' ? 'any' : 'all', items: [BLANK] })}
          >
            新增条件组
          </Button>
        )}
        {full && <span className="k-hint">最多{MOST_CONDITIONS}个条件</span>}
      </div>
    </div>
  )
}
