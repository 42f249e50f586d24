import { Alert } from 'antd'
import { FieldInput } from '#kit/fields/web.tsx'
import type { InputProps, WireRow } from '#kit/web/fieldUi.ts'
import { useFormDraft } from '#kit/web/form/draft.ts'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { RelationGraph } from './RelationGraph.tsx'
import { tagRelationCalls as calls } from './tagGroup.calls.ts'
import { RELATION_ENTITY, RELATION_KINDS, tagRelation } from './tagRelation.entity.ts'

const READS = ['fromName', 'kind', 'toNames'] as const
type Row = RowSeen<typeof calls.list, typeof READS>

const SHOW = ['fromTagId', 'kind', 'toNames', 'weight', 'userNum', 'status']

const SAYS: Readonly<Record<number, string>> = {
  1: '有其中一个标签，就不能有另一个：手工的优先，都由规则打上时排序小的优先。',
  2: '有这个标签的用户同时有关联的标签，失去它时关联的标签也一起移除。',
  3: '商品推荐和搜索把带有关联商品标签的商品排在前面，权重越大越靠前。',
  4: '内容推荐把关联的文章排在前面，权重越大越靠前。',
}

function ToInput(props: InputProps) {
  const draft = useFormDraft()
  const kind = RELATION_KINDS.find((one) => one.value === Number(draft.kind))?.value ?? 1
  return <FieldInput {...props} field={{ ...props.field, ref: RELATION_ENTITY[kind] }} />
}

const FORM = {
  width: 640,
  inputs: { toIds: { Input: ToInput, wide: true } },
  hidden: (name: string, values: WireRow) => name === 'weight' && Number(values.kind) < 3,
  // What was chosen of another kind means nothing here.
  derive: (name: string) => (name === 'kind' ? { toIds: '' } : undefined),
  below: ({ values }: { values: WireRow }) => {
    const says = SAYS[Number(values.kind)]
    return says === undefined ? null : <Alert type="info" showIcon title={says} />
  },
}

const ask = (row: Row) => `确定删除“${row.fromName}”的关系（${row.toNames}）吗？`

/** /tag/realtion: 标签关系. Members §4.3. */
export default function RelationList() {
  return (
    <ListPage
      reads={READS}
      of={tagRelation}
      calls={calls}
      show={SHOW}
      form={FORM}
      dated=""
      above={<RelationGraph />}
      deletePrompt={ask}
      empty="标签之间可以互斥或包含，也可以关联商品标签和文章"
    />
  )
}
