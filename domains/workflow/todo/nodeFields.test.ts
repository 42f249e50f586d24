import { expect, test } from 'vitest'
import { FIELD_KINDS, fieldLabelOf, fieldOf, kindOf } from './nodeFields.ts'

const field = (type: string, attrs: Record<string, string> = {}) => fieldOf({ label: '字段', type, attrs })
const read = (type: string, value: unknown, attrs: Record<string, string> = {}) => {
  const result = field(type, attrs).schema.safeParse(value)
  return result.success ? result.data : result.error.issues[0]?.message
}

test('types of a node’s fields are those of the house; an unknown one is a line of text', () => {
  expect(
    ['textarea', 'Number', 'integer', 'date', 'users', '', 'colour'].map((type) => field(type).type),
  ).toEqual(['longText', 'decimal', 'int', 'date', 'refs', 'text', 'text'])
})

test('attributes set what is asked for', () => {
  expect(read('text', '', { required: 'true' })).toBe('请输入字段')
  expect(read('text', '', { required: 'false' })).toBe('')
  expect(read('text', '太长了', { maxlength: '2' })).toBe('字段不能超过2个字符')
  expect(field('text', { rows: '3' }).type).toBe('longText')
  expect(read('number', '-3.5')).toBe(-3.5)
  expect(read('number', '11', { max: '10' })).toBe('字段不能大于10')
  expect(read('number', '11', { max: 'x' })).toBe(11)
})

test('options are labels, or values with labels', () => {
  expect(field('select', { options: '年假, 事假；病假' }).choices).toEqual([
    { value: '年假', label: '年假' },
    { value: '事假', label: '事假' },
    { value: '病假', label: '病假' },
  ])
  expect(read('radio', '2', { options: '1:年假\n2:事假' })).toBe('2')
  expect(read('checkbox', ['1', '3'], { options: '1:年假,2:事假' })).toBe('字段格式不正确')
})

test('what the designer offers is what a task asks for; other names of a type stay recognisable', () => {
  expect(FIELD_KINDS.map(({ type }) => field(type).type)).toEqual([
    ...['text', 'longText', 'int', 'decimal', 'date', 'datetime', 'flag'],
    ...['choice', 'choice', 'ref', 'refs', 'image', 'files'],
  ])
  for (const kind of FIELD_KINDS) expect(kindOf(kind.type)).toBe(kind)
  expect(['Radio', 'long', 'switch', 'files', 'String', ''].map((type) => kindOf(type).type)).toEqual([
    'select',
    'int',
    'boolean',
    'file',
    'text',
    'text',
  ])
  expect(['select', 'radio', 'colour', ''].map(fieldLabelOf)).toEqual([
    ...['单选', '单选（radio）', '单行文本（colour）', '单行文本'],
  ])
})
