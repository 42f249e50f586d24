import type { Db, Tx } from '#kit/server/database.ts'
import {
  type ImportColumn,
  type ImportDefinition,
  type ImportRow,
  listOf,
  type RowError,
} from '#kit/server/fileTask.ts'
import { rowsInOrder } from '#kit/server/importCells.ts'
import { lightenChanges } from '#kit/server/transaction.ts'
import { valuesIn } from '#kit/shared/field.ts'
import { bankLineCalls as calls } from './bankLine.calls.ts'
import { bankLine, lineFields } from './bankLine.entity.ts'
import { BANK_LINES } from './importing.ts'
import {
  isSame,
  keyOf,
  knownLines,
  OTHER_CONTENT,
  type Told,
  takeLines,
  withMainAccount,
} from './intake.server.ts'

const IMPORTED = 2
const OURS = 3

const SERIAL = lineFields.bankSerialNo.label

const ALIASES: Partial<Record<keyof typeof lineFields, readonly string[]>> = {
  bankSerialNo: ['流水号', '交易流水号', '凭证号'],
  vacctNo: ['账簿号', '虚拟账户'],
  direction: ['借贷标志', '收支'],
  amount: ['交易金额', '发生额'],
  tradeTime: ['交易日期', '记账时间'],
  peerName: ['对方单位', '对方名称'],
  purpose: ['用途', '附言'],
}

const EXAMPLES: Partial<Record<keyof typeof lineFields, string>> = {
  bankSerialNo: '20270305000123',
  vacctNo: '4402029100001',
  direction: '入账',
  amount: '5000.00',
  tradeTime: '2027-03-05 09:30',
  peerName: '福州好邻居连锁超市',
  purpose: '货款',
}

const columns: readonly ImportColumn[] = nameList().map((name) => {
  const field = lineFields[name]
  const example = EXAMPLES[name]
  const aliases = ALIASES[name]
  return {
    name,
    title: field.label,
    field,
    ...(field.required === true ? { required: true } : {}),
    ...(example === undefined ? {} : { example }),
    ...(aliases === undefined ? {} : { aliases }),
    ...(name === 'mainAccount' ? { note: '留空取虚拟账号的主账号' } : {}),
  }
})

function nameList(): (keyof typeof lineFields)[] {
  return [
    'bankSerialNo',
    'vacctNo',
    'direction',
    'amount',
    'tradeTime',
    'peerName',
    'peerAccount',
    'peerBank',
    'purpose',
    'mainAccount',
  ]
}

interface Placed {
  rowNo: number
  told: Told
}

/** The rows all cells of which could be read. */
function placedIn(rows: readonly ImportRow[]): Placed[] {
  return rows.flatMap(({ rowNo, values }) => {
    const { bankSerialNo, vacctNo, direction, amount, tradeTime, ...others } = valuesIn(lineFields, values)
    if (bankSerialNo === undefined || vacctNo === undefined || direction === undefined) return []
    if (amount === undefined || tradeTime === undefined) return []
    const { peerName = '', peerAccount = '', peerBank = '', purpose = '', mainAccount = '' } = others
    const told = {
      bankSerialNo,
      vacctNo,
      direction,
      amount,
      tradeTime,
      peerName,
      peerAccount,
      peerBank,
      purpose,
      mainAccount,
    }
    return [{ rowNo, told }]
  })
}

const refused = (rowNo: number, message: string): RowError => ({ rowNo, column: SERIAL, message })

/** Of a row of the sheet: 'new', 'there', or what is wrong with its number. */
async function lookAt(
  db: Db,
  placed: readonly Placed[],
  memory: Map<string, unknown>,
): Promise<{ rowNo: number; is: 'new' | 'there' | 'clash' | 'twice' }[]> {
  const list = await withMainAccount(
    db,
    placed.map(({ told }) => told),
  )
  const stored = await knownLines(db, list)
  return list.map((told, at) => {
    const rowNo = placed[at]?.rowNo ?? 0
    const seen = `${bankLine.name} ${keyOf(told)}`
    if (memory.has(seen)) return { rowNo, is: 'twice' }
    memory.set(seen, true)
    const row = stored.get(keyOf(told))
    return { rowNo, is: row === undefined ? 'new' : isSame(row, told) ? 'there' : 'clash' }
  })
}

/**
 * 银行流水 out of a sheet of the bank: each movement once, also where the interface has told of it. A movement that is there
 * already is passed over and said so; another one with its number is refused. Nothing is posted by a sheet. Orders §9.
 */
export const bankLineImport: ImportDefinition = {
  kind: 'import',
  bizType: bankLine.name,
  title: `${bankLine.label}导入`,
  permission: BANK_LINES.permission,
  mode: 'whole',
  batchSize: 500,
  columns,
  source: listOf(bankLine.name, calls.exportRows),
  notes: [
    '已存在且内容相同的流水会跳过，重复导入不会重复入账',
    '导入的流水只与账户核对；银行有我方无的流水由有权限的人补记入账',
  ],
  async stored(db, _who, ids) {
    const rows = await rowsInOrder(db, bankLine, ids)
    return rows.filter(({ source }) => source !== OURS)
  },
  async check(db, _who, rows, memory, ask) {
    const looked = await lookAt(db, placedIn(rows), memory)
    return looked.flatMap(({ rowNo, is }): RowError[] => {
      if (is === 'twice') return [refused(rowNo, `${SERIAL}在文件中重复`)]
      if (is === 'clash') return [refused(rowNo, OTHER_CONTENT)]
      if (is === 'there') ask?.tell({ rowNo, column: SERIAL, message: '已存在，跳过' })
      return []
    })
  },
  async write(tx: Tx, _who, rows) {
    const placed = placedIn(rows)
    const { clashes } = await takeLines(
      tx,
      placed.map(({ told }) => told),
      IMPORTED,
    )
    lightenChanges(tx)
    return clashes.map((at) => refused(placed[at]?.rowNo ?? 0, OTHER_CONTENT))
  },
}
