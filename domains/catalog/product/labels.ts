import { barcodeCheckDigitFits } from '#kit/shared/text.ts'

/** The page that prints labels of the products in its query: ids, and if wanted kind and size. */
export const LABELS = '/storerepo/product/barcodePrint'

export const LABEL_KINDS = [
  { value: 'code', label: '条码标签' },
  { value: 'price', label: '价签' },
] as const

export type LabelKind = (typeof LABEL_KINDS)[number]['value']

/** mm, as the rolls of label printers have them. Catalog §8.5. */
export const LABEL_SIZES = [
  { value: '40x30', label: '40×30', paper: { width: 40, height: 30, margin: 2 } },
  { value: '60x40', label: '60×40', paper: { width: 60, height: 40, margin: 3 } },
] as const

/** One sheet each: beyond this a browser has too much to lay out at once. */
export const MOST_LABELS = 2000
export const MOST_COPIES = 999

const KIND_OF_LENGTH = { 8: 'ean8', 13: 'ean13', 14: 'itf14' } as const

/** What the bars of a sku say: its barcode, or its own code where it has none, and in which kind of code. */
export function labelCode({ barCode, skuCode }: { barCode: string; skuCode: string }) {
  const { length } = barCode
  const numbered = /^\d+$/.test(barCode) && barcodeCheckDigitFits(barCode)
  const kind =
    numbered && (length === 8 || length === 13 || length === 14) ? KIND_OF_LENGTH[length] : 'code128'
  return { text: barCode || skuCode, kind } as const
}

/** The labels in the order of their skus, each as often as wanted; once where nothing is said. */
export function copied<Sku extends { id: number }>(
  skus: readonly Sku[],
  copies: Readonly<Record<number, number>>,
): { labels: Sku[]; cut: boolean } {
  const labels = skus.flatMap((sku) => Array.from({ length: copies[sku.id] ?? 1 }, () => sku))
  return { labels: labels.slice(0, MOST_LABELS), cut: labels.length > MOST_LABELS }
}
