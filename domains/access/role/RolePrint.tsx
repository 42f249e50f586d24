import { useParams } from 'react-router'
import { formatTime } from '#kit/shared/time.ts'
import { PrintPage } from '#kit/web/print/PrintPage.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { useCall } from '#kit/web/useCall.ts'
import type { MenuNodeItem } from '../menu/menu.calls.ts'
import { roleInfo } from './role.calls.ts'
import { DATA_SCOPES } from './role.entity.ts'
import '../access.css'

interface Line {
  id: number
  place: string
  page: string
  buttons: string
}

/** A page as wide as a sheet holds so many lines of text, and the columns so many characters. */
const LINES_PER_SHEET = 42
const PLACE_CHARS = 12
const BUTTON_CHARS = 26

/** The pages a role may open, with the buttons it has on them. */
function linesOf(tree: readonly MenuNodeItem[], above: readonly string[] = []): Line[] {
  return tree.flatMap((node) => {
    const pages = node.child.filter((child) => child.menuType !== 'A')
    const below = linesOf(pages, [...above, node.name])
    if (node.menuType !== 'C' || !node.checked) return below
    const buttons = node.child.filter((child) => child.menuType === 'A' && child.checked)
    const line = {
      id: node.id,
      place: above.join(' / '),
      page: node.name,
      buttons: ['查看', ...buttons.map((button) => button.name)].join('、'),
    }
    return [line, ...below]
  })
}

const heightOf = (line: Line): number =>
  Math.max(
    Math.ceil(line.place.length / PLACE_CHARS),
    Math.ceil(line.page.length / PLACE_CHARS),
    Math.ceil(line.buttons.length / BUTTON_CHARS),
    1,
  ) + 0.5

/** Lines of text sheet by sheet: a table that the browser cuts has no margin at the cut. */
function sheetsOf(lines: readonly Line[]): Line[][] {
  const sheets: Line[][] = []
  let left = 0
  for (const line of lines) {
    const height = heightOf(line)
    if (left < height) {
      sheets.push([])
      left = LINES_PER_SHEET
    }
    sheets.at(-1)?.push(line)
    left -= height
  }
  return sheets
}

/** 角色权限表. Platform §15.4. */
export default function RolePrint() {
  const id = Number(useParams().id)
  const { data, error, refetch } = useCall(roleInfo, { id }, { quiet: true })
  const parts = data === undefined ? [] : sheetsOf(linesOf(data.menuList))
  const scope = DATA_SCOPES.find((one) => one.value === data?.dataScope)?.label
  const sheets = parts.map((part, at) => (
    <div key={part[0]?.id}>
      <h1 className="acc-print-title">角色权限表</h1>
      <p className="acc-print-line">
        <span>
          角色：{data?.roleName}（{data?.roleCode}）
        </span>
        <span>级别：{data?.level}</span>
        <span>数据范围：{scope}</span>
        <span>更新：{data === undefined ? '' : formatTime(data.updateTime, browserZone)}</span>
        <span>
          第 {at + 1} 页，共 {parts.length} 页
        </span>
      </p>
      <table className="acc-print-table">
        <thead>
          <tr>
            <th style={{ width: '45mm' }}>模块</th>
            <th style={{ width: '45mm' }}>页面</th>
            <th>可用操作</th>
          </tr>
        </thead>
        <tbody>
          {part.map((line) => (
            <tr key={line.id}>
              <td>{line.place}</td>
              <td>{line.page}</td>
              <td>{line.buttons}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  ))
  return (
    <PrintPage
      title={`角色权限表${data === undefined ? '' : ` ${data.roleName}`}`}
      sheets={data === undefined ? undefined : sheets}
      error={error}
      onRetry={() => void refetch()}
    />
  )
}
