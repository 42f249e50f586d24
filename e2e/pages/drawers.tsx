// The drawer and the dialogs of the process designer over a drawing that is only kept in memory.
import { useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { rolePicker } from '../../domains/access/role/role.calls.ts'
import { dictListCalls } from '../../domains/settings/dict.calls.ts'
import type { Canvas, Highlight } from '../../domains/workflow/designer/canvas.types.ts'
import { showData } from '../../domains/workflow/designer/dialogs/DataDialog.tsx'
import { openHighlight } from '../../domains/workflow/designer/dialogs/HighlightDialog.tsx'
import { openImport } from '../../domains/workflow/designer/dialogs/ImportDialog.tsx'
import { ProblemsPanel } from '../../domains/workflow/designer/dialogs/ProblemsPanel.tsx'
import { type DrawerHandle, ElementDrawer } from '../../domains/workflow/designer/drawer/ElementDrawer.tsx'
import { staffPickers } from '../../domains/workflow/designer/drawer/staffPickers.tsx'
import { keepSaved, startAutosave } from '../../domains/workflow/designer/saved.ts'
import { canonical } from '../../domains/workflow/model/canonical.ts'
import { isName } from '../../domains/workflow/model/names.ts'
import type {
  HandlerChoice,
  Problem,
  Process,
  ProcessEdge,
  ProcessNode,
  ProcessValues,
} from '../../domains/workflow/model/types.ts'
import { confirm } from '../../kit/web/confirm.tsx'
import { declareDicts } from '../../kit/web/dict.ts'
import { declareRefOptions } from '../../kit/web/refs.ts'
import { Providers } from '../../kit/web/shell/Providers.tsx'
import { signInAs } from './person.ts'

const wish = new URLSearchParams(location.search)

const node = (type: string, text: string, properties: Record<string, unknown> = {}, at = 0) => ({
  id: type,
  type: `snaker:${type}`,
  x: 100 + at * 150,
  y: 200,
  text,
  properties,
})
const edge = (id: string, from: string, to: string, properties: Record<string, unknown> = {}) => ({
  id,
  type: 'snaker:transition',
  sourceNodeId: from,
  targetNodeId: to,
  properties,
})
const TASK = {
  assignee: 'applicant,role:3',
  fields: [
    { name: 'place', displayName: '库位', type: 'radio', attrs: [{ name: 'options', value: 'A\nB' }] },
  ],
}
const drawn: Process = canonical({
  name: 'stockin',
  displayName: '入库单审批',
  instanceUrl: '/wms/infoStockin/{id}',
  nodes: [
    node('start', '开始'),
    node('task', '仓库主管', { ...TASK, width: 120, height: 80 }, 1),
    node('decision', '金额判断', {}, 2),
    node('custom', '过账', { clazz: 'postStock' }, 3),
    node('fork', '分支', {}, 4),
    node('join', '合并', {}, 5),
    node('subProcess', '复核', {}, 6),
    node('wfSubProcess', '调用', { form: 'check' }, 7),
    node('end', '结束', {}, 8),
  ],
  edges: [
    edge('e1', 'start', 'task'),
    {
      ...edge('big', 'decision', 'custom', { expr: 'amount > 1' }),
      pointsList: [
        { x: 400, y: 225 },
        { x: 400, y: 300 },
        { x: 550, y: 300 },
      ],
    },
  ],
})

const HANDLERS: HandlerChoice[] = [
  { kind: 'interceptor', name: 'auditLog', label: '审计日志', group: '内置' },
  { kind: 'interceptor', name: 'notifyAll', label: '通知', group: '内置' },
  { kind: 'number', name: 'dailyNo', label: '每日编号', group: '编号' },
  { kind: 'action', name: 'postStock', label: '过账', group: '库存' },
  { kind: 'candidate', name: 'sameDept', label: '同部门人员', group: '内置' },
  { kind: 'assignment', name: 'starterDept', label: '发起人部门负责人', group: '内置' },
]

let drawing: { nodes: ProcessNode[]; edges: ProcessEdge[] } = drawn
let highlighted: Highlight | null = null
let shown = ''

function find(id: string) {
  return drawing.nodes.find((one) => one.id === id) ?? drawing.edges.find((one) => one.id === id)
}
function change(id: string, more: (one: ProcessNode | ProcessEdge) => object) {
  const now = <T extends ProcessNode | ProcessEdge>(one: T): T =>
    one.id === id ? { ...one, ...more(one) } : one
  drawing = { nodes: drawing.nodes.map(now), edges: drawing.edges.map(now) }
}

const canvas: Canvas = {
  read: (values) => canonical(drawing, values),
  node: (id) => drawing.nodes.find((one) => one.id === id) ?? null,
  edge: (id) => drawing.edges.find((one) => one.id === id) ?? null,
  setProperties: (id, properties) => change(id, () => ({ properties })),
  setLabel: (id, value) => change(id, ({ text }) => ({ text: { ...text, value } })),
  setSize: (id, width, height) =>
    change(id, ({ properties }) => ({ properties: { ...properties, width, height } })),
  rename(id, to) {
    if (!isName(to)) return 'malformed'
    if (find(to) !== undefined) return 'taken'
    change(id, () => ({ id: to }))
    return 'done'
  },
  replace(process) {
    drawing = process
  },
  clear() {
    drawing = { nodes: [], edges: [] }
  },
  undo() {},
  redo() {},
  highlight(names) {
    highlighted = names
    return Object.values(names)
      .flat()
      .filter((name) => find(name) === undefined)
  },
  focus(id) {
    shown = id
  },
  zoom() {},
  minimap() {},
  picture: async () => new Blob(),
}

function DrawersPage() {
  const [element, setElement] = useState<string | null>()
  const [values, setValues] = useState<ProcessValues>({
    name: drawn.name,
    displayName: drawn.displayName,
    ...(drawn.instanceUrl === undefined ? {} : { instanceUrl: drawn.instanceUrl }),
  })
  const [problems, setProblems] = useState<readonly Problem[] | null>(null)
  const [told, setTold] = useState<ProcessValues[]>([])
  const drawer = useRef<DrawerHandle>(null)
  const hear = (next: ProcessValues) => {
    setValues(next)
    setTold((all) => [...all, next])
  }
  const open = (id: string | null) => {
    const then = () => setElement(id)
    if (drawer.current === null) then()
    else drawer.current.leave(then)
  }
  // What the test looks at.
  Reflect.set(window, 'drawers', () => ({ drawing, values, told, highlighted, shown, element }))
  return (
    <main
      style={{
        position: 'relative',
        overflow: 'hidden',
        minHeight: '95vh',
        padding: 16,
        display: 'grid',
        gap: 8,
        placeContent: 'start',
        justifyItems: 'start',
      }}
    >
      <button type="button" onClick={() => open(null)}>
        流程
      </button>
      {[...drawing.nodes, ...drawing.edges].map(({ id }) => (
        <button key={id} type="button" onClick={() => open(id)}>
          {id}
        </button>
      ))}
      <button type="button" onClick={() => void showData(canvas.read(values))}>
        数据
      </button>
      <button
        type="button"
        onClick={() => {
          canvas.clear()
          void showData(canvas.read(values))
        }}
      >
        清空后看数据
      </button>
      <button
        type="button"
        onClick={() =>
          void openImport({
            canvas,
            process: values,
            onProcessChange: hear,
            known: { handlers: HANDLERS },
          }).then((found) => setProblems(found))
        }
      >
        导入流程
      </button>
      <button type="button" onClick={() => void openHighlight({ canvas })}>
        高亮
      </button>
      <button type="button" onClick={() => keepSaved(canvas.read(values))}>
        保存到本地
      </button>
      <button
        type="button"
        onClick={() =>
          startAutosave({
            changed: () => true,
            read: () => canvas.read(values),
            onKept: (kept) => {
              document.title = kept ? '已保存' : '未保存'
            },
          })
        }
      >
        自动保存
      </button>
      {problems !== null && (
        <ProblemsPanel problems={problems} onFocus={canvas.focus} onClose={() => setProblems(null)} />
      )}
      {element !== undefined && (
        <ElementDrawer
          ref={drawer}
          canvas={canvas}
          element={element}
          process={values}
          readOnly={wish.has('readOnly')}
          handlers={HANDLERS}
          actors={staffPickers}
          forms={[{ value: 'stockinForm', label: '入库单' }]}
          processes={[{ value: 'check', label: '复核流程' }]}
          formFields={[
            { value: 'amount', label: '金额' },
            { value: 'remark', label: '备注' },
          ]}
          {...(wish.has('attributes') ? { extensionAttributes: ['colour', 'weight'] } : {})}
          {...(wish.has('ask')
            ? {
                beforeClose: (done: () => void) => void confirm('确定关闭').then((yes) => yes && done()),
              }
            : {})}
          onProcessChange={hear}
          onRename={setElement}
          onClose={() => setElement(undefined)}
        />
      )}
    </main>
  )
}

signInAs(['*:*:*'])
declareDicts(dictListCalls.byType)
declareRefOptions('role', { call: rolePicker, title: '角色', page: '/operation/roleManager/identityManager' })

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <Providers>
      <DrawersPage />
    </Providers>,
  )
