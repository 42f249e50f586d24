import { expect, test } from 'vitest'
import { readHighlight } from './readHighlight.ts'

test('P-124: names to stand out are read from json; a missing list is empty', () => {
  expect(readHighlight('{"activeNodeNames":["a"],"other":1}')).toEqual({
    historyNodeNames: [],
    activeNodeNames: ['a'],
    historyEdgeNames: [],
  })
  expect(readHighlight('{')).toMatch(/^JSON 格式错误：/)
  expect(readHighlight('[]')).toBe('内容应为对象')
  expect(readHighlight('{"historyEdgeNames":"e1"}')).toBe('historyEdgeNames 应为名称的列表')
  expect(readHighlight('{"historyNodeNames":[1]}')).toBe('historyNodeNames 应为名称的列表')
})
