// Rows of a result file, channel by channel through a cache.
#pragma once

#include "report/column_cache.hpp"
#include "rheon/io/result_reader.hpp"

namespace rheon::report {

class FileRows : public RowSource {
 public:
  /// The cache may serve several files and outlives them all.
  FileRows(const std::string& path, ColumnCache& cache) : file_(path), cache_(&cache) {}
  const ResultFile& file() const { return file_; }
  std::size_t channels() const override { return file_.about().channels.size(); }
  std::unique_ptr<const RowView> view() const override { return std::make_unique<View>(*this); }

 private:
  struct View : RowView {
    explicit View(const FileRows& source) : source_(&source) {}
    std::size_t rows() const override { return source_->file_.rows(); }
    SharedColumn column(std::size_t channel) const override {
      return source_->cache_->get({source_, channel}, [&] { return source_->file_.read(channel); });
    }
    const FileRows* source_;
  };
  ResultFile file_;
  ColumnCache* cache_;
};

}  // namespace rheon::report
