/** What the canvas says to people. Workflow §2.1. */
export const CANVAS_TEXTS = {
  startTarget: '起始节点不能作为边的终点',
  endSource: '结束节点不能作为边的起点',
  twice: '两个节点之间已存在连线',
  crossing: '子流程内外的节点不能直接连线',
  self: '节点不能连接自身',
  startCopy: '开始节点不能复制',
  removeGroup: (label: string) => `子流程「${label}」内的节点会一起删除，确定删除吗`,
  removeGroups: '所选子流程内的节点会一起删除，确定删除吗',
  drawing: '流程图',
  minimap: '缩略图',
} as const

/** What stands around the canvas. */
export const DESIGNER_TEXTS = {
  toolbar: '设计器工具栏',
  palette: '节点',
  paletteHint: '拖到画布，或按回车放到画布中央',
  clear: '清空',
  data: '查看数据',
  import: '导入',
  highlight: '设置高亮',
  save: '保存',
  undo: '撤销',
  redo: '重做',
  zoomIn: '放大',
  zoomOut: '缩小',
  fit: '适应画布',
  minimap: '缩略图',
  area: '框选',
  picture: '导出图片',
  askClear: '确定清空画布吗',
  properties: '属性',
  copy: '复制',
  remove: '删除',
  unreadable: '流程定义无法打开',
} as const
