//! The games as a Parquet file, for data frames.

use std::io::Write;
use std::sync::Arc;

use ::parquet::basic::{LogicalType, Repetition, Type as Physical};
use ::parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use ::parquet::errors::ParquetError;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::SerializedFileWriter;
use ::parquet::schema::types::Type;

use super::{Column, Table, Values};

impl Table {
    /// Writes the table as a Parquet file, uncompressed, every column required.
    ///
    /// # Errors
    /// `to` cannot be written.
    pub fn parquet(&self, to: impl Write + Send) -> std::io::Result<()> {
        self.write_parquet(to).map_err(std::io::Error::other)
    }

    fn write_parquet(&self, to: impl Write + Send) -> Result<(), ParquetError> {
        let field = |column: &Column| {
            let (physical, logical) = match column.values {
                Values::Numbers(_) => (Physical::INT64, None),
                Values::Reals(_) => (Physical::DOUBLE, None),
                Values::Texts(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            };
            Type::primitive_type_builder(&column.name, physical)
                .with_repetition(Repetition::REQUIRED)
                .with_logical_type(logical)
                .build()
                .map(Arc::new)
        };
        let fields = self.columns.iter().map(field).collect::<Result<_, _>>()?;
        let schema = Type::group_type_builder("games").with_fields(fields).build()?;
        let mut writer =
            SerializedFileWriter::new(to, Arc::new(schema), Arc::new(WriterProperties::builder().build()))?;
        let mut group = writer.next_row_group()?;
        for column in &self.columns {
            let Some(mut into) = group.next_column()? else { break };
            match &column.values {
                Values::Numbers(values) => into.typed::<Int64Type>().write_batch(values, None, None)?,
                Values::Reals(values) => into.typed::<DoubleType>().write_batch(values, None, None)?,
                Values::Texts(values) => {
                    let values: Vec<ByteArray> = values.iter().map(|text| ByteArray::from(text.as_str())).collect();
                    into.typed::<ByteArrayType>().write_batch(&values, None, None)?
                }
            };
            into.close()?;
        }
        group.close()?;
        writer.close().map(drop)
    }
}
