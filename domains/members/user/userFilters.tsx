import Input from 'antd/es/input/Input'
import { ref, refs } from '#kit/fields/shared.ts'
import { fieldFilter } from '#kit/web/list/columnsOf.tsx'
import { dateFilter } from '#kit/web/list/DateLimit.tsx'
import type { ListFilter } from '#kit/web/list/Filters.tsx'
import { optionsFilter } from '#kit/web/list/optionsFilter.tsx'
import { ruleFilter } from '../rule/RuleFilter.tsx'
import { ACCESS_TYPES, BIRTHDAYS, LABEL_MODES, PAY_COUNTS } from './user.calls.ts'

/** A filter by a number: what is typed besides is left out. */
function numberFilter(name: string, label: string, unit: string): ListFilter {
  return {
    name,
    label,
    render: (value, onChange, id) => (
      <Input
        id={id}
        value={value}
        inputMode="decimal"
        suffix={unit}
        maxLength={12}
        allowClear
        onChange={(event) => onChange(event.target.value.replace(/[^\d.]/g, ''))}
      />
    ),
    words: (value) => `${value}${unit}`,
  }
}

/** What the list of users is filtered by beside its own fields. Members §2.3. */
export const USER_FILTERS: readonly ListFilter[] = [
  fieldFilter('labelId', refs('用户标签', 'userTag')),
  optionsFilter('labelMode', '标签满足', () => LABEL_MODES),
  optionsFilter('payCount', '消费情况', () => PAY_COUNTS),
  numberFilter('minNet', '净消费不低于', '元'),
  numberFilter('maxNet', '净消费不高于', '元'),
  numberFilter('lastPayTo', '最近消费在', '天内'),
  numberFilter('lastPayFrom', '最近消费早于', '天前'),
  numberFilter('minMoney', '余额不低于', '元'),
  numberFilter('maxMoney', '余额不高于', '元'),
  fieldFilter('regionId', ref('地区', 'city')),
  optionsFilter('birthday', '生日', () => BIRTHDAYS),
  optionsFilter('accessType', '访问情况', () => ACCESS_TYPES),
  dateFilter('accessLimit', '访问时间'),
  ruleFilter('conditions', '高级筛选'),
]
