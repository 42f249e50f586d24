/** Addresses of the pages of warehouses and sections. Warehouse §4.1, §4.2. */
export const WAREHOUSES = '/warehouse/list'
export const WAREHOUSE_FORM = '/warehouse/addWarehouse'
export const WAREHOUSE_INFO = '/warehouse/infoWarehouse'
export const SECTIONS = '/wms/section'
export const SECTION_FORM = '/wms/addSection'
export const SECTION_INFO = '/wms/sectionInfo'
export const SECTION_LABELS = '/wms/section/print'
export const CONFIG = '/wms/wareHouseConfig'
